import type { ApiToken, ApiTokens } from '@cairn/workspace/port/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { tokenQueries } from '@/queries/tokens.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { MakeToken } from './make-token.tsx'
import { RotateToken } from './rotate-token.tsx'
import { SecretOnce, type ShownSecret } from './secret-once.tsx'
import { TokenList } from './token-list.tsx'

/** The user's own API tokens, and those of their service accounts. */
export function OwnTokensCard() {
  const { t } = useTranslation()
  const query = useQuery(tokenQueries.all(useWorkspace()))
  const card = useKeptFocus<HTMLDivElement>()
  return (
    <div {...card}>
      <LoadedCard
        title={t('API Tokens')}
        description={t('Scripts and other programs read and change your records with a token.')}
        query={query}
        failure={t('The tokens could not be loaded')}
        lines={2}
      >
        {(all) => <OwnTokens all={all} />}
      </LoadedCard>
    </div>
  )
}

type Shown = { step: 'make' } | { step: 'rotate'; token: ApiToken } | { step: 'secret'; secret: ShownSecret }

/** The user's tokens and those of their service accounts. */
function OwnTokens({ all: { tokens, serviceAccounts, allowsWithoutEnd } }: { all: ApiTokens }) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const [shown, setShown] = useState<Shown | null>(null)
  const own = tokens.filter(({ isMine }) => isMine)
  const close = () => setShown(null)
  const show = (secret: ShownSecret) => setShown({ step: 'secret', secret })
  return (
    <>
      {own.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('You have no tokens yet.')}</p>
      ) : (
        <TokenList
          label={t('Your tokens')}
          tokens={own}
          onRotate={(token) => setShown({ step: 'rotate', token })}
        />
      )}
      <Button className="mt-4" onClick={() => setShown({ step: 'make' })}>
        {t('Create Token')}
      </Button>
      {shown?.step === 'make' && (
        <MakeToken
          serviceAccounts={serviceAccounts.filter(({ ownerId }) => ownerId !== null && ownerId === personId)}
          allowsWithoutEnd={allowsWithoutEnd}
          onMade={show}
          onClose={close}
        />
      )}
      {shown?.step === 'rotate' && (
        <RotateToken
          token={shown.token}
          allowsWithoutEnd={allowsWithoutEnd}
          onRotated={show}
          onClose={close}
        />
      )}
      {shown?.step === 'secret' && <SecretOnce {...shown.secret} onClose={close} />}
    </>
  )
}
