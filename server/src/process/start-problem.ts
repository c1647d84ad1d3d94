/** Something that keeps Laurel from starting and that only a person can put right; the message says how. */
export class StartProblem extends Error {}
