import type { ImportDecision, ImportMatch, ImportPlan, ImportsPart } from '@cairn/workspace/port/imports'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { importMatch, importPlan, importPlans, importRows, importWords } from './imported-rows.ts'
import { inviteForImport } from './invite-for-import.ts'
import { rowsToSend } from './rows-to-send.ts'

/** Imports, each call of which is a procedure. Only an invitation is more: its mail is sent before the first part is applied. */
// biome-ignore lint/plugin/short-functions: a flat list of requests, a short method for each.
export function createImports(connect: Connect, invitations: InvitationsPart): ImportsPart {
  /** Plans whose people are invited by now. */
  const invited = new Set<string>()

  async function get(id: string): Promise<ImportPlan | null> {
    const [plan] = await askJson(
      connect,
      (supabase) => supabase.rpc('get_imports', { only_import: id }),
      importPlans,
    )
    return plan === undefined ? null : planOf(plan)
  }

  return {
    start: ({ kind, fileName, source, key }) =>
      ask(connect, (supabase) =>
        supabase.rpc('start_import', {
          ...{ kind, file_name: fileName, match_key: key },
          ...(source !== null && { source }),
        }),
      ),
    async addRows(id, rows) {
      for (const part of rowsToSend(rows))
        await ask(connect, (supabase) =>
          supabase.rpc('add_import_rows', { import: id, rows: part.map((row) => ({ ...row })) }),
        )
    },
    check: async (id) =>
      planOf(await askJson(connect, (supabase) => supabase.rpc('check_import', { import: id }), importPlan)),
    get,
    async list() {
      const plans = await askJson(connect, (supabase) => supabase.rpc('get_imports'), importPlans)
      return plans.map(planOf)
    },
    async rows(id, { effect, skip }) {
      const { items, total } = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('get_import_rows', { import: id, skip, ...(effect !== null && { effect }) }),
        importRows,
      )
      return { items, total }
    },
    decide: async (id, which, decision) =>
      planOf(
        await askJson(
          connect,
          (supabase) =>
            supabase.rpc('decide_import', {
              import: id,
              ...(decision !== null && { decision: sentDecision(decision) }),
              ...('rows' in which ? { rows: [...which.rows] } : { effect: which.effect }),
            }),
          importPlan,
        ),
      ),
    async decidePerson(id, word, choice) {
      invited.delete(id)
      const sent = choice === null ? {} : { choice: { ...choice } }
      return planOf(
        await askJson(
          connect,
          (supabase) => supabase.rpc('decide_import_person', { import: id, word, ...sent }),
          importPlan,
        ),
      )
    },
    async apply(id) {
      if (!invited.has(id)) {
        await inviteForImport((await get(id))?.people ?? [], invitations)
        invited.add(id)
      }
      return planOf(
        await askJson(connect, (supabase) => supabase.rpc('apply_import', { import: id }), importPlan),
      )
    },
    async abandon(id) {
      await tell(connect, (supabase) => supabase.rpc('abandon_import', { import: id }))
    },
    matchOf: (kind, heads) =>
      askJson(
        connect,
        (supabase) => supabase.rpc('get_import_match', { kind, heads: [...heads] }),
        z.nullable(importMatch),
      ),
    wordsOf: (kind) =>
      askJson(connect, (supabase) => supabase.rpc('get_import_words', { kind }), importWords),
    async rememberMatch(kind, heads, match, applied) {
      await tell(connect, (supabase) =>
        supabase.rpc('remember_import_match', {
          ...{ kind, heads: [...heads], matched: sentMatch(match) },
          ...(applied !== null && { import: applied }),
        }),
      )
    },
  }
}

function sentDecision(decision: ImportDecision) {
  if (decision.do !== 'join') return { do: decision.do }
  return {
    do: decision.do,
    record_id: decision.recordId,
    fields: decision.fields === null ? null : [...decision.fields],
  }
}

function sentMatch({ columns, words, key, source }: ImportMatch) {
  return { columns: { ...columns }, words: Object.fromEntries(Object.entries(words)), key, source }
}

function planOf(row: z.output<typeof importPlan>): ImportPlan {
  const { matchKey: key, startedBy: id, startedByName: name, ...plan } = row
  return { ...plan, key, startedBy: { id, name } }
}
