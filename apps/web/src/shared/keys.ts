import { useSyncExternalStore } from 'react'

/** Where this browser keeps that keys without Ctrl do nothing: 'off'. */
const STORED = 'single-keys'

let areShown = false
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the list of all keys. */
export function showKeys(): void {
  areShown = true
  tell()
}

export function hideKeys(): void {
  areShown = false
  tell()
}

/** Whether the list of all keys is open. */
export function useAreKeysShown(): boolean {
  return useSyncExternalStore(subscribe, () => areShown)
}

/** Whether single keys do something: users who speak to the computer, or hit keys by accident, can switch them off. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
  tell()
}

export function useAreSingleKeysOn(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn)
}
