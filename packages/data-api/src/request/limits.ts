/** How much one request may ask for: far more than a screen needs, and little enough to bound every statement. */
export const LIMITS = {
  urlLength: 8 * 1024,
  bodyBytes: 1024 * 1024,
  bodyDepth: 100,
  answerBytes: 16 * 1024 * 1024,
  queryParameters: 300,
  conditions: 200,
  conditionDepth: 20,
  listItems: 1_000,
  selectItems: 200,
  embeds: 20,
  embedDepth: 5,
  orderTerms: 50,
  jsonSteps: 20,
} as const
