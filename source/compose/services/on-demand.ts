/** What the services of the panes need only when they are asked: together, for one `import()` then. */
export { transcriptMarkdown } from "../../recording/transcript-markdown.js";
export { tools } from "../../tools/catalog.js";
export { checkProjects } from "../check-project.js";
export { describeRepositoryCheck } from "../describe-projects.js";
export { examine } from "../doctor/examine.js";
export { explainDesign, explanationText } from "../explain-design.js";
export { differenceOfSession } from "./session-difference.js";
export { drawSession } from "./session-drawing.js";
