import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DepartedOwner } from '@cairn/workspace/port/records/gaps'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { DEPARTED } from './departed-key.ts'

interface Question {
  ids: Set<string>
  answer: Promise<readonly DepartedOwner[]>
}

/** The next question for each kind. */
const gathered = new Map<CatalogueKind, Question>()

/** The time in which rows that come into sight one after the other, while the user scrolls, share one question. */
const GATHER_MS = 30

/** Joins the requests of a list's rows at about the same time, and their retries after a failure, into one question. */
function askTogether(workspace: Workspace, kind: CatalogueKind, id: string): Question['answer'] {
  const known = gathered.get(kind)
  if (known) {
    known.ids.add(id)
    return known.answer
  }
  const ids = new Set([id])
  const answer = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
    gathered.delete(kind)
    return workspace.gaps.departed(kind, [...ids])
  })
  gathered.set(kind, { ids, answer })
  return answer
}

/** Keys and fetchers of former members who owned a record when they left. */
export const departedQueries = {
  /** Null where the record has no such former owner. */
  of: (workspace: Workspace, kind: CatalogueKind, id: string) =>
    queryOptions({
      queryKey: [...DEPARTED, kind, id],
      queryFn: async () =>
        (await askTogether(workspace, kind, id)).find(({ recordId }) => recordId === id) ?? null,
    }),
}
