import { SAVED } from '@cairn/workspace/port/records/views'
import { readConditions, TAG } from '../address/condition-address.ts'
import { writeListAddress } from '../address/list-address.ts'

/** The parameters of a catalogue's address that are no state of its list: the record or view open beside it. */
const BESIDE = ['id', 'view', SAVED] as const

/**
 * Returns the state of a list in one form: its parameters in alphabetical order, and tags of earlier addresses as
 * ordinary conditions. Equal lists have the same text.
 */
export function addressOf(params: URLSearchParams): string {
  const list = withTagsAsConditions(params)
  for (const name of BESIDE) list.delete(name)
  list.sort()
  return list.toString()
}

function withTagsAsConditions(params: URLSearchParams): URLSearchParams {
  const { conditions, problems } = readConditions(params, null)
  // An unreadable condition stays unchanged, and so do the others beside it.
  return params.has(TAG) && problems.length === 0
    ? writeListAddress(params, { conditions })
    : new URLSearchParams(params)
}
