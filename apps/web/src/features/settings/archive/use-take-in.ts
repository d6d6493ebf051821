import type { ArchiveImport } from '@cairn/workspace/port/archives'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { archiveQueries } from '@/queries/archives.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Brings an archive to the server: what share of it has come, or null where nothing is going on. It ends with the screen. */
export function useTakeIn() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (file: File) => {
    const stopper = new AbortController()
    running.current = stopper
    setShare(0)
    try {
      await workspace.archives.takeIn(file, (bytes) => setShare(bytes / file.size), stopper.signal)
    } catch (error) {
      if (!stopper.signal.aborted)
        toast(failureToast(error, { title: t('The archive could not be uploaded') }, t))
    } finally {
      await queries.invalidateQueries({ queryKey: archiveQueries.state(workspace).queryKey })
      setShare(null)
    }
  }
  return { share, start: (file: File) => void start(file), stop: () => running.current?.abort() }
}

/** Once an archive is taken in, nothing that was loaded before is true. */
export function useFreshAfterTakingIn(state: ArchiveImport['state'] | null): void {
  const queries = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'done' && before.current !== null && before.current !== 'done')
      void queries.invalidateQueries()
    before.current = state
  }, [state, queries])
}
