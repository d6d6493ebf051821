import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'

/** Loaded from here: the first file of the app would name all that the steps need. */
const steps = lazyComponent<typeof import('./import-steps.tsx'), { kind: CatalogueKind }>(
  () => import('./import-steps.tsx'),
  (code) => code.ImportSteps,
)

/** A file becomes records, in steps that one can go back through. */
export function ImportPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const refusal = useRefusal()('create-record', null)
  const isOn = useIsFeatureOn()
  const asked = CATALOGUE_KINDS.find((each) => each === params.get('kind'))
  const kind = asked ?? CATALOGUE_KINDS.find((each) => isOn(CATALOGUES[each].feature)) ?? 'system'
  const { path, title } = CATALOGUES[kind]
  return (
    <>
      <BackLink to={path}>{t(title)}</BackLink>
      <PageHeader title={t('Import')} subtitle={t('Takes records over from a file or a spreadsheet.')} />
      {refusal === null ? <steps.Component kind={kind} /> : <CardNote>{refusal}</CardNote>}
    </>
  )
}
