import type { AccountAppearance } from '../port/appearance.ts'

/** What shows before an administrator chooses. An account has a name of its own from the start; guests see this one. */
export const DEFAULT_APPEARANCE: AccountAppearance = {
  accountName: 'Your Organization',
  description: 'The systems, automations and knowledge of your organization, in one place.',
  logoUrl: '',
}
