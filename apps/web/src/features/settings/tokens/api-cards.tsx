import { hasRank } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConfig } from '@/lib/config.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { tokenQueries } from '@/queries/tokens.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { AllTokens } from './all-tokens.tsx'
import { ServiceAccounts } from './service-accounts.tsx'

/** The API: where it is, its service accounts, and for admins all tokens of the account. */
export function ApiCards() {
  const { t } = useTranslation()
  const query = useQuery(tokenQueries.all(useWorkspace()))
  const cards = useKeptFocus<HTMLDivElement>()
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  const failure = t('The tokens could not be loaded')
  return (
    <div {...cards} className="in-order flex flex-col gap-4">
      <ReferenceCard />
      <LoadedCard
        title={t('Service Accounts')}
        description={t(
          'For scripts that are no member’s own: the next owner takes one over when its owner leaves.',
        )}
        query={query}
        failure={failure}
        lines={1}
      >
        {({ serviceAccounts }) => <ServiceAccounts all={serviceAccounts} />}
      </LoadedCard>
      {query.data !== undefined && isAdmin && (
        <LoadedCard
          title={t('All Tokens')}
          description={t('Every token of the account. You can revoke any of them.')}
          query={query}
          failure={failure}
          lines={1}
        >
          {(all) => <AllTokens all={all} />}
        </LoadedCard>
      )}
    </div>
  )
}

function ReferenceCard() {
  const { t } = useTranslation()
  const { url } = useConfig()
  return (
    <Card>
      <CardHeader
        title={t('API')}
        description={t('Scripts and other programs read and change your records with a token.')}
        action={
          <>
            <Button asChild variant="outline">
              <Link to="/docs/api">{t('API Reference')}</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to="/settings/tokens">{t('API Tokens')}</Link>
            </Button>
          </>
        }
      />
      <CardContent>
        <CopyButton text={`${url}/rest/v1`} />
      </CardContent>
    </Card>
  )
}
