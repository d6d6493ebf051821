/** How much one request may ask for: far more than a screen needs, and little enough to bound every statement. */
export const LIMITS = {
  urlLength: 8 * 1024,
  bodyBytes: 1024 * 1024,
  bodyDepth: 100,
  bodyRows: 1_000,
  answerBytes: 16 * 1024 * 1024,
  queryParameters: 300,
  conditions: 200,
  conditionDepth: 20,
  listItems: 1_000,
  selectItems: 200,
  embeds: 20,
  embedDepth: 5,
  /** How often a table may be embedded below itself on one path that turns. */
  embedsBelowItself: 1,
  /** How often one path may lead from shared rows to many again (see plan/fan-out.ts). */
  turns: 1,
  /** Embedded resources after a turn, and how many of their rows are read before a request is refused. */
  repeatedEmbeds: 5,
  repeatedRows: 100_000,
  /** How often one level may select the same field: a row grows with each. */
  sameField: 5,
  orderTerms: 50,
  jsonSteps: 20,
} as const
