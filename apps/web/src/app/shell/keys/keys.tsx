import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { startCreation } from '@/catalogue/form/creation.ts'
import { isChord, isTextField } from '@/lib/browser/key-chord.ts'
import { useMe } from '@/queries/context.tsx'
import { Window } from '@/shared/boundary/window.tsx'
import { areSingleKeysOn, hideKeys, showKeys, useAreKeysShown } from '@/shared/keys.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { toast, toasts } from '@/ui/feedback/toast-store.ts'
import { hasOpenMenu, isWindowOpen } from '@/ui/floating/open-window.ts'
import { keysHelp } from '../window-files.ts'
import { singleKeyOf } from './single-key.ts'
import { UndoLastAct } from './undo-last-act.tsx'

const FILTER = '#main input[type=search]'
const QUICK_SEARCH = 'header input[type=search]'

/**
 * The keys of every screen: '/' goes to its filter, 'c' creates a record, '?' shows all keys, Ctrl or Cmd with Enter saves
 * the form in which the focus is, and with Z takes back.
 */
export function Keys() {
  const areShown = useAreKeysShown()
  useSaveKey()
  useSingleKeys()
  const { isUndoing, endUndo } = useUndoKey()
  return (
    <>
      {areShown && (
        <Window onClose={hideKeys}>
          <keysHelp.Component onClose={hideKeys} />
        </Window>
      )}
      {isUndoing && <UndoLastAct onSettled={endUndo} />}
    </>
  )
}

function useSingleKeys(): void {
  const { pathname } = useLocation()
  const isOn = useIsFeatureOn()
  const refusal = useRefusal()('create-record', null)
  const create = () => {
    if (refusal !== null) {
      toast({ title: refusal })
      return
    }
    const here = CATALOGUE_KINDS.find((kind) => CATALOGUES[kind].path === pathname)
    startCreation(here && isOn(CATALOGUES[here].feature) ? here : 'any')
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event)
    if (key === null || isWindowOpen() || hasOpenMenu() || !areSingleKeysOn()) return
    event.preventDefault()
    if (key === 'help') showKeys()
    else if (key === 'create') create()
    else focusFilter()
  })
  useEffect(() => listenForKeys((event) => press(event)), [])
}

function focusFilter(): void {
  const field = [FILTER, QUICK_SEARCH]
    .flatMap((place) => [...document.querySelectorAll<HTMLInputElement>(place)])
    .find((found) => found.checkVisibility())
  field?.focus()
  field?.select()
}

/** Ctrl or cmd with Z takes back what the user did last to many records, unless a message offers something to take back. */
function useUndoKey(): { isUndoing: boolean; endUndo: () => void } {
  const { kind } = useMe()
  const [isUndoing, setUndoing] = useState(false)
  const endUndo = useCallback(() => setUndoing(false), [])
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isChord(event, 'z') || event.defaultPrevented || isTextField(event.target)) return
    if (kind !== 'member' || isUndoing || isWindowOpen() || hasOpenMenu()) return
    if (toasts.current().some(({ open, action }) => open && action?.isUndo)) return
    event.preventDefault()
    setUndoing(true)
  })
  useEffect(() => listenForKeys((event) => press(event)), [])
  return { isUndoing, endUndo }
}

/** Presses the button that sends the form, so that one which rests goes on resting. */
function useSaveKey(): void {
  useEffect(
    () =>
      listenForKeys((event) => {
        if (!isChord(event, 'enter') || event.defaultPrevented || !(event.target instanceof Element)) return
        const form =
          event.target.closest('form') ?? event.target.closest('[role=dialog]')?.querySelector('form')
        const button = form?.querySelector<HTMLButtonElement>('button[type=submit]')
        if (!button) return
        event.preventDefault()
        button.click()
      }),
    [],
  )
}

function listenForKeys(listener: (event: KeyboardEvent) => void): () => void {
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
