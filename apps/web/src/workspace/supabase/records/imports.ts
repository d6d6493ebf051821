import type {
  ImportDecision,
  ImportMatch,
  ImportPlan,
  ImportsPart,
  PersonChoice,
  PlannedRow,
} from '@cairn/workspace/port/imports'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import {
  importMatch,
  importPlan,
  importPlans,
  type importRow,
  importRows,
  importWords,
} from './imported-rows.ts'
import { inviteForImport } from './invite-for-import.ts'
import { rowsToSend } from './rows-to-send.ts'

/** Imports, each call of which is a procedure. Only an invitation is more: its mail is sent before the first part is applied. */
// biome-ignore lint/plugin/short-functions: a flat list of requests, a short method for each.
export function createImports(connect: Connect, invitations: InvitationsPart): ImportsPart {
  /** Plans whose people are invited by now. */
  const invited = new Set<string>()

  async function get(id: string): Promise<ImportPlan | null> {
    const [plan] = await ask(
      connect,
      (supabase) => supabase.rpc('get_imports', { only_import: id }),
      importPlans,
    )
    return plan === undefined ? null : planOf(plan)
  }

  return {
    start: ({ kind, fileName, source, key }) =>
      ask(
        connect,
        (supabase) =>
          supabase.rpc('start_import', {
            ...{ kind, file_name: fileName, match_key: key },
            ...(source !== null && { source }),
          }),
        z.string(),
      ),
    async addRows(id, rows) {
      for (const part of rowsToSend(rows))
        await ask(
          connect,
          (supabase) =>
            supabase.rpc('add_import_rows', { import: id, rows: part.map((row) => ({ ...row })) }),
          z.number(),
        )
    },
    check: async (id) =>
      planOf(await ask(connect, (supabase) => supabase.rpc('check_import', { import: id }), importPlan)),
    get,
    async list() {
      const plans = await ask(connect, (supabase) => supabase.rpc('get_imports'), importPlans)
      return plans.map(planOf)
    },
    async rows(id, { effect, skip }) {
      const { items, total } = await ask(
        connect,
        (supabase) =>
          supabase.rpc('get_import_rows', { import: id, skip, ...(effect !== null && { effect }) }),
        importRows,
      )
      return { items: items.map(rowOf), total }
    },
    decide: async (id, which, decision) =>
      planOf(
        await ask(
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
        await ask(
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
        await ask(connect, (supabase) => supabase.rpc('apply_import', { import: id }), importPlan),
      )
    },
    async abandon(id) {
      await ask(connect, (supabase) => supabase.rpc('abandon_import', { import: id }), z.null())
    },
    matchOf: (kind, heads) =>
      ask(
        connect,
        (supabase) => supabase.rpc('get_import_match', { kind, heads: [...heads] }),
        z.nullable(importMatch),
      ),
    wordsOf: (kind) => ask(connect, (supabase) => supabase.rpc('get_import_words', { kind }), importWords),
    async rememberMatch(kind, heads, match, applied) {
      await ask(
        connect,
        (supabase) =>
          supabase.rpc('remember_import_match', {
            ...{ kind, heads: [...heads], matched: sentMatch(match) },
            ...(applied !== null && { import: applied }),
          }),
        z.null(),
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
  return {
    ...{ id: row.id, kind: row.kind, fileName: row.file_name, source: row.source, key: row.match_key },
    startedBy: { id: row.started_by, name: row.started_by_name },
    startedAt: new Date(row.started_at),
    expiresAt: new Date(row.expires_at),
    ...{ state: row.state, total: row.total, checked: row.checked, summary: row.summary },
    ...{ undecided: row.undecided, toApply: row.to_apply, applied: row.applied, refused: row.refused },
    ...{ leftOut: row.left_out, inBin: row.in_bin, act: row.act },
    people: row.people.map(({ word, rows, is_owner, is_remembered, choice }) => ({
      ...{ word, rows, isOwner: is_owner, isRemembered: is_remembered },
      choice: choice satisfies PersonChoice,
    })),
  }
}

function rowOf({ record_id, candidates, decision, ...row }: z.output<typeof importRow>): PlannedRow {
  return {
    ...row,
    recordId: record_id,
    candidates: candidates.map(({ record_id: candidate, ...other }) => ({ ...other, recordId: candidate })),
    decision: decision && decisionOf(decision),
  }
}

function decisionOf(decision: NonNullable<z.output<typeof importRow>['decision']>): ImportDecision {
  if (decision.do !== 'join') return decision
  return { do: 'join', recordId: decision.record_id, fields: decision.fields }
}
