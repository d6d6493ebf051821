import type { AccountAppearance } from '../port/appearance.ts'
import type { Account } from '../port.ts'

/** What shows before an administrator chooses. An account has a name of its own from the start; guests see this one. */
const DEFAULT_APPEARANCE: AccountAppearance = {
  accountName: 'Your Organization',
  description: 'The systems, automations and knowledge of your organization, in one place.',
  logoUrl: '',
}

/** How an account presents itself. Before an admin chooses, it has the name that its founder gave. */
export function appearanceOf(stored: AccountAppearance | null, account: Account | null): AccountAppearance {
  return stored ?? { ...DEFAULT_APPEARANCE, ...(account && { accountName: account.name }) }
}
