/** A problem at the start that the operator must fix. The message says how. */
export class StartProblem extends Error {}
