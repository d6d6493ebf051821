import type { ExportedFile, ExportFormat, ExportShape } from '@cairn/workspace/port/exports'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '@/lib/browser/save-file.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureToast } from '../loading/failure-toast.ts'
import { datedName } from './dated-name.ts'

interface ExportFileOptions {
  fileName: string
  write: (shape: ExportShape, signal: AbortSignal) => Promise<ExportedFile>
  onDone: () => void
}

interface ExportProgress {
  /** How many there will be; null until that is known. */
  records: number | null
  bytes: number
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/** Lets a file be written and saved: how far it is, or null where none is. It ends with the window. */
export function useExportFile({ fileName, write, onDone }: ExportFileOptions) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (shape: ExportShape) => {
    const stopper = new AbortController()
    running.current = stopper
    const { signal } = stopper
    setProgress({ records: null, bytes: 0 })
    try {
      const { file, total } = await collected(await write(shape, signal), signal, setProgress)
      saveFile(new Blob(file, { type: TYPES[shape.format] }), datedName(fileName, shape.format, new Date()))
      toast({
        title: t('Exported: {{count}} rows', { count: total, defaultValue_one: 'Exported: {{count}} row' }),
      })
      onDone()
    } catch (error) {
      if (!signal.aborted) toast(failureToast(error, { title: t('The list could not be exported') }, t))
    } finally {
      if (!signal.aborted) setProgress(null)
    }
  }
  return { progress, start, stop: () => running.current?.abort() }
}

/** Takes the pieces one by one. As blobs, the browser may keep them outside of its memory. */
async function collected(
  { total, pieces }: ExportedFile,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<{ file: Blob[]; total: number }> {
  const file: Blob[] = []
  let bytes = 0
  for await (const piece of pieces) {
    signal.throwIfAborted()
    file.push(new Blob([piece.slice()]))
    bytes += piece.length
    onProgress({ records: total, bytes })
  }
  return { file, total }
}
