import type { Outlook } from '@cairn/workspace/port/dashboard'
import { demoRenewal } from './inbox.ts'

/** The near renewals of the examples. None of them names its department. */
export function demoOutlook(): Outlook {
  const { record, renewsOn } = demoRenewal()
  return { renewals: { total: 1, items: [{ ...record, renewsOn }] }, departments: [] }
}
