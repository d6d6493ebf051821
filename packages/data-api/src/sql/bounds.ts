import { ANSWER_TOO_LARGE, TOO_MANY_ROWS } from '../errors/postgres-errors.ts'
import { LIMITS } from '../request/limits.ts'

/**
 * Limits that a statement keeps while it runs. Settings of the transaction count, and where a count is exceeded a
 * setting that does not exist is read: its failure ends the statement and undoes the transaction.
 */

/** Adds to a counter of the transaction and gives the new count. */
function countSql(counter: string, added: string): string {
  const sofar = `coalesce(nullif(current_setting('${counter}', true), ''), '0')::bigint`
  return `set_config('${counter}', (${sofar} + ${added})::text, true)::bigint`
}

/** A thousand rows with pieces of this size are not too large. */
const SMALL_PIECE = LIMITS.answerBytes / 1024

/**
 * A piece of an answer, unless the pieces before it have already filled the answer: building stops there. Where the
 * number of rows is limited, small pieces, which is nearly all, need not be counted.
 */
export function boundedPiece(
  piece: string,
  { type, counter, limited }: { type: 'json' | 'text'; counter: string; limited: boolean },
): string {
  const size = `pg_column_size(${piece})`
  const small = limited ? `when ${size} <= ${SMALL_PIECE} then ${piece} ` : ''
  return (
    `case ${small}when ${countSql(`data_api.${counter}_bytes`, size)} > ${LIMITS.answerBytes} ` +
    `then current_setting('${ANSWER_TOO_LARGE}')::${type} else ${piece} end`
  )
}

/** The finished body, unless it is too large. */
export function boundedBody(body: string): string {
  return (
    `case when octet_length(${body}) > ${LIMITS.answerBytes} ` +
    `then current_setting('${ANSWER_TOO_LARGE}') else ${body} end`
  )
}

/** A condition that is true, and counts the rows for which it is asked, until there are too many. */
export const COUNTED_ROW =
  `case when ${countSql('data_api.repeated_rows', '1')} > ${LIMITS.repeatedRows} ` +
  `then current_setting('${TOO_MANY_ROWS}')::boolean else true end`
