/** How models are named. One that began with a hyphen would reach the Cursor CLI as an option. */

/** An exact id, as the Cursor CLI lists it. */
export const modelId = /^\w[\w.-]*(\[[^\]\s]*\])?$/;

/** `cursor`, the CLI's own default, or `cursor:<id>`. */
export const modelName = new RegExp(`^cursor(:${modelId.source.slice(1, -1)})?$`);
