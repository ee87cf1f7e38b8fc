/** C2 before C10, R1.2 before R1.10. */
export const inNaturalOrder = new Intl.Collator("en", { numeric: true }).compare;
