import type { ImportPlan } from '@cairn/workspace/port/imports'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWorkspace } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { keysOfNews } from '@/queries/news.ts'
import { patiently } from './patiently.ts'

type Work = 'check' | 'apply'

interface PlanWork {
  /** The running work; null for none. */
  work: Work | null
  /** Why it stopped. */
  error: Error | null
  start: (work: Work) => void
}

/** Whether a plan needs no more of this work. */
const IS_DONE: Readonly<Record<Work, (plan: ImportPlan) => boolean>> = {
  check: ({ checked, total }) => checked >= total,
  apply: ({ state }) => state === 'done',
}

/**
 * Checks or applies a plan part by part, and calls `onApplied` when all is applied. Leaving the screen stops the work after the
 * present part; nothing is lost.
 */
export function usePlanWork(plan: ImportPlan, onApplied: () => void): PlanWork {
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const [work, setWork] = useState<Work | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function run(what: Work) {
    const { queryKey } = importQueries.one(workspace, plan.id)
    setWork(what)
    setError(null)
    try {
      let now: ImportPlan
      do {
        now = await patiently(() => workspace.imports[what](plan.id))
        queries.setQueryData(queryKey, now)
      } while (!IS_DONE[what](now) && isHere.current)
      if (what === 'apply' && IS_DONE.apply(now)) onApplied()
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    } finally {
      setWork(null)
      void queries.invalidateQueries({ queryKey: importQueries.allRows(plan.id) })
      if (what === 'apply')
        for (const key of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey: key })
    }
  }

  return {
    work,
    error,
    start: (what) => {
      if (work === null) void run(what)
    },
  }
}
