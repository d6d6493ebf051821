import { type Expiry, oldAuditEntries } from '@cairn/auth/store/expiry'
import { z } from 'zod'

/** For how many days what is kept. How long sessions last is said in supabase/config.toml. */
export interface Retention {
  /** Who changed which record and how. */
  history: number
  /** Deleted records, which can be restored until then. */
  bin: number
  /** The log of an account's admins, and the operator's. */
  audit: number
  /** Sign-ins, failed ones too. */
  signIns: number
}

const deletedRows = z.tuple([z.object({ deleted: z.number() })])

/** Rows of the product: its database knows which. */
function ofTheProduct(what: 'sign-ins' | 'audit' | 'history' | 'bin', days: number): Expiry {
  return async (tx, batch) => {
    const [{ deleted }] = deletedRows.parse(
      await tx`select public.delete_expired(${what}, ${days}, ${batch}) as deleted`,
    )
    return deleted
  }
}

/** What the server deletes by itself, beside sessions: how long they last is a setting of Supabase. */
export function expiriesOf({ history, bin, audit, signIns }: Retention): Expiry[] {
  return [
    oldAuditEntries(audit),
    ofTheProduct('audit', audit),
    ofTheProduct('history', history),
    ofTheProduct('bin', bin),
    ofTheProduct('sign-ins', signIns),
  ]
}
