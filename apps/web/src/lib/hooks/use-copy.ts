import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

/** Copies a text. `copied` names what was copied last, for two seconds. */
export function useCopy() {
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return {
    copied,
    /** @throws where the browser does not allow it. */
    async copy(what: string, text: string): Promise<void> {
      await navigator.clipboard.writeText(text)
      setCopied(what)
    },
  }
}
