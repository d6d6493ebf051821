import { postgresFailure } from '@cairn/postgres/wire/errors'

/**
 * SQLSTATEs that only the product raises. The standard leaves the classes that begin with 5 to 9 or I to Z to
 * implementations; those that Postgres itself uses are excluded.
 */
const OF_THE_PRODUCT = /^(?!72|P0|XX)[6-9I-Z]/

/**
 * The sentence with which the product refuses a change of ours, such as the deletion of an account's last admin; null
 * for everything else. Its triggers raise it for users to read.
 */
export function asProductRefusal(thrown: unknown): string | null {
  const failure = postgresFailure(thrown)
  if (failure === null || !OF_THE_PRODUCT.test(failure.code)) return null
  return failure.hint === null ? failure.message : `${failure.message} ${failure.hint}`
}
