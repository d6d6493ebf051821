const FLAG = 'guest-mode'

/** Whether this browser is in guest mode. */
export function isGuestFlagSet(storage: Storage): boolean {
  return storage.getItem(FLAG) === 'true'
}

export function setGuestFlag(storage: Storage): void {
  storage.setItem(FLAG, 'true')
}

/** Forgets guest mode and everything that was kept beside it, a permission for instance. */
export function clearGuestFlag(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(FLAG)) storage.removeItem(key)
}
