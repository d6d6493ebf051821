import { SAVED } from '@cairn/workspace/port/records/views'
import { readConditions, TAG } from '../address/condition-address.ts'
import { writeListAddress } from '../address/list-address.ts'

/** What of a catalogue's address is no state of its list: what is open beside it. */
const BESIDE = ['id', 'view', SAVED] as const

/**
 * The state of a list in one form: its parameters in the order of the alphabet, and tags of earlier addresses as conditions
 * like others. Alike lists have the same text.
 */
export function addressOf(params: URLSearchParams): string {
  const list = withTagsAsConditions(params)
  for (const name of BESIDE) list.delete(name)
  list.sort()
  return list.toString()
}

function withTagsAsConditions(params: URLSearchParams): URLSearchParams {
  const { conditions, problems } = readConditions(params, null)
  // What cannot be read stays as it is, and so does what stands beside it.
  return params.has(TAG) && problems.length === 0
    ? writeListAddress(params, { conditions })
    : new URLSearchParams(params)
}
