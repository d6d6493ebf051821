import type { TFunction } from 'i18next'
import { toast } from '@/ui/toast-store.ts'
import type { Access } from '@/workspace/port/access.ts'
import { passkeyFailure } from './passkey-failure.ts'

/** Asks for a passkey in the browser's own dialog; that of another account than the typed address is refused. */
export async function signInWithPasskey(access: Access, t: TFunction, email: string): Promise<void> {
  try {
    await (await access.passkeys()).signInWithPasskey(email.trim())
  } catch (error) {
    toast(passkeyFailure(error, t))
  }
}
