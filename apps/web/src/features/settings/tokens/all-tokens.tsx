import { bestFirst } from '@cairn/workspace/lib/best-first'
import type { ApiTokens } from '@cairn/workspace/port/tokens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '@/ui/form/search-field.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'
import { TokenList } from './token-list.tsx'
import { useChangeTokens } from './use-change-tokens.ts'

/** From so many on, the list can be searched. */
const SEARCH_FROM = 10

/** For admins: every token of the account, and whether tokens may be without an end. */
export function AllTokens({ all: { tokens, allowsWithoutEnd } }: { all: ApiTokens }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = bestFirst(tokens, typed, ({ name, ownerName, serviceAccount }) => [
    name,
    ownerName ?? '',
    serviceAccount?.name ?? '',
  ])
  return (
    <>
      <EndRule allowsWithoutEnd={allowsWithoutEnd} />
      {tokens.length >= SEARCH_FROM && (
        <SearchField
          label={t('Filter tokens')}
          placeholder={t('Filter tokens...')}
          value={typed}
          onType={setTyped}
          className="mt-3 max-w-72"
        />
      )}
      {found.length === 0 ? (
        <p className="mt-3 text-muted-foreground text-sm">
          {tokens.length === 0 ? t('The account has no tokens yet.') : t('No matches.')}
        </p>
      ) : (
        <TokenList label={t('All Tokens')} tokens={found} showsOwner />
      )}
    </>
  )
}

function EndRule({ allowsWithoutEnd }: { allowsWithoutEnd: boolean }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeTokens(
    (part, allowed: boolean) => part.allowWithoutEnd(allowed),
    () => undefined,
  )
  return (
    <SettingRows label={t('Rules for API tokens')}>
      <SettingRow label={t('Tokens without an end')} hint={t('Members may make tokens that do not expire.')}>
        <Switch
          label={t('Tokens without an end')}
          checked={allowsWithoutEnd}
          pending={isPending}
          onChange={mutate}
        />
      </SettingRow>
    </SettingRows>
  )
}
