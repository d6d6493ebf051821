const FLAG = 'guest-mode'
/** Stays when guest mode ends: who signs up may take the sample records along. */
const SAMPLES = 'sample-records'

/** Whether this browser is in guest mode. */
export function isGuestFlagSet(storage: Storage): boolean {
  return storage.getItem(FLAG) === 'true'
}

export function setGuestFlag(storage: Storage): void {
  storage.setItem(FLAG, 'true')
  storage.setItem(SAMPLES, 'seen')
}

/** Forgets guest mode and everything that was kept beside it, a permission for instance. */
export function clearGuestFlag(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(FLAG)) storage.removeItem(key)
}

/** Whether this browser was in guest mode since the question about the samples was answered. */
export function wereSamplesSeen(storage: Storage): boolean {
  return storage.getItem(SAMPLES) !== null
}

export function forgetSamples(storage: Storage): void {
  storage.removeItem(SAMPLES)
}
