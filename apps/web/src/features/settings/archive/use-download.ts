import type { Archive } from '@cairn/workspace/port/archives'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileSink, openFileSink } from '@/lib/browser/file-sink.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { datedName } from '@/shared/export/dated-name.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Downloads an archive: what share of it has come, or null where nothing is going on. It ends with the screen. */
export function useDownload(archive: Archive) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const sink = await openFileSink(datedName('cairn-archive', 'zip', archive.requestedAt), 'application/zip')
    if (sink === null) return
    const stopper = new AbortController()
    running.current = stopper
    setShare(0)
    try {
      await fill(sink, archive, workspace, stopper.signal, setShare)
      toast({ title: t('Archive downloaded') })
    } catch (error) {
      await sink.abort()
      if (!stopper.signal.aborted)
        toast(failureToast(error, { title: t('The archive could not be downloaded') }, t))
    } finally {
      setShare(null)
    }
  }
  return { share, start: () => void start(), stop: () => running.current?.abort() }
}

async function fill(
  sink: FileSink,
  { id, parts }: Archive,
  { archives }: Workspace,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  for (let place = 1; place <= parts; place += 1) {
    const part = await archives.part(id, place)
    signal.throwIfAborted()
    await sink.write(part)
    onShare(place / parts)
  }
  await sink.close()
}
