import { hasUnkeptChanges, leaveUnasked } from '@/lib/browser/leave-guard.ts'
import { keepTypedText } from '@/lib/browser/typed-text.ts'

const KEY = 'cairn-reloaded'

/** Whether the server answers this page: then a file that is missing belongs to an older build. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}

/**
 * Reloads the page for a file that is gone, and keeps what was typed. It does so once for each build in this tab, so that
 * a file which stays missing makes no loop.
 * @returns false where the page stays: it was reloaded before, or would lose something
 */
export function reloadOnce(): boolean {
  const build = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  try {
    if (hasUnkeptChanges() || sessionStorage.getItem(KEY) === build) return false
    sessionStorage.setItem(KEY, build)
  } catch {
    // A browser that keeps nothing would neither keep the text nor know of this reload.
    return false
  }
  keepTypedText()
  leaveUnasked()
  location.reload()
  return true
}
