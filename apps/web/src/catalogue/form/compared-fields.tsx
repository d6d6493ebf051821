import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { useFields } from '../fields/use-fields.ts'
import { LinkLines } from '../links/link-lines.tsx'
import { statusStyle } from '../status-styles.ts'
import { useTagName } from '../tags/use-tags.ts'
import { type ComparedField, comparedField } from './compared-field.ts'
import { comparedValues } from './compared-values.tsx'
import type { RecordForm } from './record-form.ts'

/** Those that the form of every record has; what its catalogue adds to them stands before values and links. */
export function useComparedFields<Form extends RecordForm & { status: string }>(
  kind: CatalogueKind,
  ofCatalogue: readonly ComparedField<Form>[],
): readonly ComparedField<Form>[] {
  const { t } = useTranslation()
  const ownerName = useOwnerName()
  const fields = useFields(kind)
  const tagName = useTagName()
  return [
    comparedField<Form>('name', t('Name'), ({ name }) => name),
    comparedField<Form>('description', t('Description'), ({ description }) => description),
    comparedField<Form>('ownerId', t('Owner'), ({ ownerId }) => ownerName(ownerId)),
    comparedField<Form>('status', t('Status'), ({ status }) => t(statusStyle(kind, status).label)),
    ...ofCatalogue,
    ...comparedValues<Form>(fields),
    comparedField<Form>('tags', t('Tags'), ({ tags }) => tags.map(tagName).join(', ')),
    comparedField<Form>('links', t('Links'), ({ links }) => links.length > 0 && <LinkLines links={links} />),
  ]
}
