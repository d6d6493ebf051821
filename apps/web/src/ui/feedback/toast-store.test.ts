import { describe, expect, it } from 'vitest'
import { createToastStore, TOAST_DURATION_MS } from './toast-store.ts'

/** A store whose clock is moved by hand. */
function storeWithClock() {
  const due: { at: number; work: () => void }[] = []
  let now = 0
  const store = createToastStore((work, afterMs) => due.push({ at: now + afterMs, work }))
  const advance = (ms: number) => {
    now += ms
    for (const { at, work } of due) if (at <= now) work()
  }
  return { store, advance }
}

describe('the toast store', () => {
  it('[TOAST-01] [TOAST-02] gives a toast an id, title, description, action and the variant default', () => {
    const { store } = storeWithClock()
    const action = { label: 'Undo', onPress: () => undefined }
    const { id } = store.show({ title: 'Saved', description: 'All of it.', action })
    expect(store.current()).toEqual([
      {
        id,
        title: 'Saved',
        description: 'All of it.',
        action,
        alternative: null,
        variant: 'default',
        durationMs: 5_000,
        open: true,
      },
    ])
  })

  it('[TOAST-04] shows the newest toast alone', () => {
    const { store } = storeWithClock()
    store.show({ title: 'First' })
    store.show({ title: 'Second', variant: 'destructive' })
    expect(store.current().map((toast) => [toast.title, toast.variant])).toEqual([['Second', 'destructive']])
  })

  it('[TOAST-05] closes a dismissed toast at once and removes it after 1,000,000 ms', () => {
    const { store, advance } = storeWithClock()
    store.show({ title: 'Saved' }).dismiss()
    expect(store.current().map((toast) => toast.open)).toEqual([false])
    advance(999_999)
    expect(store.current()).toHaveLength(1)
    advance(1)
    expect(store.current()).toEqual([])
  })

  it('leaves a newer toast alone when an older one is removed', () => {
    const { store, advance } = storeWithClock()
    store.show({ title: 'First' }).dismiss()
    store.show({ title: 'Second' })
    advance(1_000_000)
    expect(store.current().map((toast) => toast.title)).toEqual(['Second'])
  })

  it('tells once that a toast has gone, whether it was dismissed or made room for another', () => {
    const { store, advance } = storeWithClock()
    const gone: string[] = []
    const first = store.show({ title: 'First', onGone: () => gone.push('first') })
    store.show({ title: 'Second', onGone: () => gone.push('second') })
    expect(gone).toEqual(['first'])
    first.dismiss()
    store.dismiss(store.current()[0]?.id ?? '')
    expect(gone).toEqual(['first', 'second'])
    advance(1_000_000)
    expect(gone).toEqual(['first', 'second'])
  })

  it('[TOAST-06] lets a toast stand for 5000 ms', () => {
    expect(TOAST_DURATION_MS).toBe(5000)
  })

  it('tells subscribers of every change until they leave', () => {
    const { store } = storeWithClock()
    let heard = 0
    const leave = store.subscribe(() => {
      heard += 1
    })
    const { dismiss } = store.show({ title: 'Saved' })
    dismiss()
    dismiss()
    leave()
    store.show({ title: 'Unheard' })
    expect(heard).toBe(2)
  })
})
