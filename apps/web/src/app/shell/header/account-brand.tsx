import type { Account } from '@cairn/workspace/port/workspace'
import { useAppearance } from '@/shared/use-appearance.ts'
import { Avatar } from '@/ui/display/avatar.tsx'

/** Whose workspace this is: the name and logo that its administrators chose. */
export function AccountBrand({ account }: { account: Account }) {
  const { data } = useAppearance(account)
  const { accountName, description, logoUrl } = data
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-muted-foreground text-sm max-lg:hidden">
      <span aria-hidden className="h-4 w-px rotate-12 bg-input" />
      <span title={description} className="flex min-w-0 items-center gap-2">
        <Avatar name={accountName} src={logoUrl || null} size="sm" className="rounded-sm" />
        <span className="truncate">{accountName}</span>
      </span>
    </span>
  )
}
