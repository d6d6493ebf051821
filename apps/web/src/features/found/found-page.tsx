import { hasRank } from '@cairn/workspace/rules/can'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { TabsStrip } from '@/ui/layout/tabs-strip.tsx'
import { DiscoveredCallers } from './callers/discovered-callers.tsx'
import { FoundRecords } from './found-records.tsx'

/** The discovered records that nobody has registered yet, and for admins the unknown callers. */
export function FoundPage() {
  const { t } = useTranslation()
  const { permissionLevel } = useMe()
  const [params, setParams] = useSearchParams()
  const refusal = useRefusal()('create-record', null)
  const manage = hasRank(permissionLevel, 'manager') && (
    <Button asChild variant="outline">
      <Link to="/settings/sources">
        <KeyRound aria-hidden />
        {t('Sources')}
      </Link>
    </Button>
  )
  const shown = params.get('show') === 'callers' ? 'callers' : 'records'
  return (
    <>
      <PageHeader
        title={t('Discovery')}
        subtitle={t('Scripts found this, or imports left it for later, and it is not registered yet.')}
        actions={manage}
      />
      {hasRank(permissionLevel, 'admin') ? (
        <Tabs
          value={shown}
          onValueChange={(tab) => setParams(tab === 'callers' ? { show: tab } : {}, { replace: true })}
        >
          <TabsStrip current={shown}>
            <TabsList aria-label={t('Discovery')}>
              <TabsTrigger value="records">{t('Not registered yet')}</TabsTrigger>
              <TabsTrigger value="callers">{t('Unknown callers')}</TabsTrigger>
            </TabsList>
          </TabsStrip>
          <TabsContent value="records">
            <FoundRecords refusal={refusal} />
          </TabsContent>
          <TabsContent value="callers">
            <DiscoveredCallers />
          </TabsContent>
        </Tabs>
      ) : (
        <FoundRecords refusal={refusal} />
      )}
    </>
  )
}
