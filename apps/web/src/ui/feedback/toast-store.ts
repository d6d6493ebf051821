/** At most so many toasts at a time: a newer one takes the place of the older. */
const TOAST_LIMIT = 1
/** How long a dismissed toast is kept before it is forgotten. */
const TOAST_REMOVE_DELAY_MS = 1_000_000
export const TOAST_DURATION_MS = 5_000

interface ToastAction {
  label: string
  onPress: () => void
  /** Takes something back: while the toast shows, ctrl or cmd with Z does it too. */
  isUndo?: boolean
}

export interface Toast {
  id: string
  title: string
  description: string | null
  action: ToastAction | null
  /** Beside the first one. */
  alternative: ToastAction | null
  variant: 'default' | 'destructive'
  durationMs: number
  open: boolean
}

export interface ToastInput {
  title: string
  description?: string | null
  action?: ToastAction
  alternative?: ToastAction
  variant?: Toast['variant']
  /** For how long it stands; longer for what takes longer to judge. */
  durationMs?: number
  /** Called once when the toast has gone: timed out, closed by the user, or replaced by another one. */
  onGone?: () => void
}

export interface ToastStore {
  show(input: ToastInput): { id: string; dismiss: () => void }
  dismiss(id: string): void
  /** Forgets all toasts at once, also those that are dismissed and have not left yet. */
  forget(): void
  current(): readonly Toast[]
  subscribe(listener: () => void): () => void
}

/** Calls `work` once, later. The clock of the store, so that a test need not wait. */
export type Later = (work: () => void, afterMs: number) => void

/** Keeps the toasts outside of React, so that any code can show one. */
export function createToastStore(later: Later): ToastStore {
  let list: readonly Toast[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const whenGone = new Map<string, () => void>()

  const replace = (next: readonly Toast[]) => {
    list = next
    for (const listener of listeners) listener()
    for (const [id, tell] of whenGone) {
      if (next.some((toast) => toast.id === id && toast.open)) continue
      whenGone.delete(id)
      tell()
    }
  }
  const dismiss = (id: string) => {
    if (!list.some((toast) => toast.id === id && toast.open)) return
    replace(list.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
    later(() => replace(list.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
  }
  return {
    show(input) {
      const { title, description = null, action, alternative, variant = 'default', onGone } = input
      const { durationMs = TOAST_DURATION_MS } = input
      count += 1
      const id = String(count)
      const actions = { action: action ?? null, alternative: alternative ?? null }
      const toast: Toast = { id, title, description, ...actions, variant, durationMs, open: true }
      if (onGone) whenGone.set(id, onGone)
      replace([toast, ...list].slice(0, TOAST_LIMIT))
      return { id, dismiss: () => dismiss(id) }
    },
    dismiss,
    forget: () => replace([]),
    current: () => list,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toasts = createToastStore((work, afterMs) => {
  setTimeout(work, afterMs)
})

/** Puts the toast away that is shown, if there is one: what it tells of is not what is meant any more. */
export function dismissToast(): void {
  for (const { id } of toasts.current()) toasts.dismiss(id)
}

/** Shows a toast, from anywhere: `toast({ title: t('Signed in') })`. Errors are `variant: 'destructive'`. */
export function toast(input: ToastInput): { id: string; dismiss: () => void } {
  return toasts.show(input)
}
