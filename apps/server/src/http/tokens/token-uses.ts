import type { Privileged } from '@cairn/postgres/pool/privileged'

/** When and from where tokens were used last, gathered so that a request writes nothing. */
export interface TokenUses {
  note(hash: string, address: string): void
  /** Writes what was gathered. Throws `DatabaseUnavailable`; it is then written with the next call. */
  write(): Promise<void>
}

interface Use {
  hash: string
  used_at: string
  address: string
}

/** Beyond so many tokens within one interval, the ones that come later are noted with their next use. */
const MOST = 10_000

/** Gathers uses of tokens that the database knows until they are written. */
export function createTokenUses(accounts: Privileged, now: () => number): TokenUses {
  let uses = new Map<string, Use>()
  return {
    note(hash, address) {
      if (uses.size >= MOST && !uses.has(hash)) return
      uses.set(hash, { hash, used_at: new Date(now()).toISOString(), address })
    },
    async write() {
      if (uses.size === 0) return
      const gathered = uses
      uses = new Map()
      try {
        const given = JSON.stringify([...gathered.values()])
        await accounts.statement((sql) => sql`select private.note_token_uses(${given}::text::jsonb)`)
      } catch (error) {
        uses = new Map([...gathered, ...uses])
        throw error
      }
    },
  }
}
