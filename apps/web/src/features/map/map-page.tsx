import { useSearchParams } from 'react-router'
import { FoldedMap } from './folded-map.tsx'
import { ListedMap } from './listed-map.tsx'
import { readMapAddress } from './map-address.ts'
import { NearMap } from './near-map.tsx'

/** The map: what depends on what, around one record or over the whole account. The address says all that it shows. */
export function MapPage() {
  const [params] = useSearchParams()
  const address = readMapAddress(params)
  const { record, list } = address
  if (record) return <NearMap key={record.id} address={address} record={record} />
  if (list) return <ListedMap key={list.kind} address={address} list={list} />
  return <FoldedMap address={address} />
}
