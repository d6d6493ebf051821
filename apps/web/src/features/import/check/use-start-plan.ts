import { IMPORT_PART, type ImportsPart } from '@cairn/workspace/port/imports'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import type { Preview } from '../reading/preview.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'
import type { ReadyMapping } from '../steps/columns-step.tsx'
import { patiently } from './patiently.ts'

/** A plan that is being sent, and the number of rows that have arrived. */
interface Sending {
  id: string
  mapping: ReadyMapping['mapping']
  sent: number
}

interface StartPlan {
  /** Sends the rows, or continues after the last sent one; `done` receives the plan's id. */
  start: (ready: ReadyMapping) => void
  /** The sent share, from 0 to 1; null while nothing is sent. */
  progress: number | null
}

/**
 * Creates a plan of the table on the server. A plan of the same mapping is reused; a plan of another mapping is
 * abandoned.
 */
export function useStartPlan(kind: CatalogueKind, preview: Preview, done: (id: string) => void): StartPlan {
  const { t } = useTranslation()
  const { imports } = useWorkspace()
  const store = useDraftStore()
  const { plan } = useImportDraft()
  const sending = useRef<Sending | null>(null)
  const isHere = useRef(true)
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function send(ready: ReadyMapping): Promise<string | null> {
    const { mapping, targets } = ready
    let now: Sending = await started(imports, sending.current, { kind, preview, mapping })
    sending.current = now
    const { id } = now
    while (now.sent < preview.rowCount) {
      if (!isHere.current) {
        // After this, no tab could tell which of the plan's rows have arrived.
        void imports.abandon(id).catch(() => undefined)
        return null
      }
      const rows = await store.table().rows(mapping, targets, now.sent, IMPORT_PART)
      await patiently(() => imports.addRows(id, rows))
      now = { id, mapping, sent: now.sent + rows.length }
      sending.current = now
      setProgress(now.sent / preview.rowCount)
    }
    sending.current = null
    store.setPlan({ id, kind, mapping })
    return id
  }

  async function run(ready: ReadyMapping) {
    setProgress(0)
    try {
      if (plan && plan.mapping !== ready.mapping) {
        await imports.abandon(plan.id).catch(() => undefined)
        store.setPlan(null)
      }
      const id = await send(ready)
      if (id !== null && isHere.current) done(id)
    } catch (error) {
      toast(failureToast(error, { title: t('The rows could not be sent') }, t))
    } finally {
      setProgress(null)
    }
  }

  return {
    progress,
    start(ready) {
      if (plan?.mapping === ready.mapping) done(plan.id)
      else void run(ready)
    },
  }
}

/** Returns the plan that is being sent, where it is of this mapping; otherwise a new one. */
async function started(
  imports: ImportsPart,
  sending: Sending | null,
  { kind, preview, mapping }: { kind: CatalogueKind; preview: Preview; mapping: ReadyMapping['mapping'] },
): Promise<Sending> {
  if (sending?.mapping === mapping) return sending
  if (sending) await imports.abandon(sending.id).catch(() => undefined)
  const source = mapping.source?.trim() || null
  const id = await imports.start({ kind, fileName: preview.name, source, key: mapping.key })
  return { id, mapping, sent: 0 }
}
