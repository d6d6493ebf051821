import { useEffect, useEffectEvent, useState } from 'react'
import type { CodeMissing } from '@/lib/loading/lazy.ts'
import { serverAnswers } from './missing-code-message.ts'

const RETRY_MS = 4_000

/**
 * Tries by itself to load a missing part while the server cannot be reached.
 * @param onLoaded draws again what the part belongs to
 * @returns whether the server answers and has the file no more: an upgrade has removed it
 */
export function useLoadAgain(part: CodeMissing, onLoaded: () => void): boolean {
  const [isUpdated, setUpdated] = useState(false)
  const retry = useEffectEvent(() => {
    part.load().then(onLoaded, async () => {
      // It may have come back between the two: only a file that is missing now is gone.
      if (await serverAnswers()) part.load().then(onLoaded, () => setUpdated(true))
    })
  })
  useEffect(() => {
    if (isUpdated) return
    retry()
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isUpdated])
  return isUpdated
}
