import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ActsList } from '@/features/acts/acts-list.tsx'
import { BinList } from '@/features/bin/bin-list.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'

/** The activity: what members did to many records at once, and what they deleted; both can be undone. */
export function ActivityScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const shown = params.get('show') === 'bin' ? 'bin' : 'changes'
  return (
    <>
      <PageHeader
        title={t('Activity')}
        part={shown === 'bin' ? t('Bin') : t('Bulk changes')}
        subtitle={t('What members did to many records at once, and what they deleted. You can undo both.')}
      />
      <Tabs
        value={shown}
        onValueChange={(tab) => setParams(tab === 'bin' ? { show: tab } : {}, { replace: true })}
      >
        <TabsList aria-label={t('Activity')}>
          <TabsTrigger value="changes">{t('Bulk changes')}</TabsTrigger>
          <TabsTrigger value="bin">{t('Bin')}</TabsTrigger>
        </TabsList>
        <TabsContent value="changes">
          <ActsList />
        </TabsContent>
        <TabsContent value="bin">
          <BinList />
        </TabsContent>
      </Tabs>
    </>
  )
}
