import { useSearchParams } from 'react-router'
import { FoldedMap } from './folded-map.tsx'
import { readMapAddress } from './map-address.ts'
import { NearMap } from './near-map.tsx'

/** The map: what depends on what, around one record or over the whole account. The address says all that it shows. */
export function MapPage() {
  const [params] = useSearchParams()
  const address = readMapAddress(params)
  const { record } = address
  return record ? (
    <NearMap key={record.id} address={address} record={record} />
  ) : (
    <FoldedMap key={address.by} address={address} />
  )
}
