import { z } from 'zod'

const mappedAttribute = z.object({
  name: z.string().max(500).optional(),
  names: z.array(z.string().max(500)).max(20).optional(),
  default: z.json().optional(),
  array: z.boolean().optional(),
})

/** The mapping of a provider's attributes to those of a user, as operators write it. */
export const attributeMappingSchema = z.object({
  keys: z.record(z.string().max(100), mappedAttribute).optional(),
})

export type AttributeMapping = z.output<typeof attributeMappingSchema>

/** An organization's identity provider, with the domains for which it may vouch. */
export interface SsoProvider {
  id: string
  resourceId: string | null
  disabled: boolean
  entityId: string
  metadataXml: string
  metadataUrl: string | null
  attributeMapping: AttributeMapping
  nameIdFormat: string | null
  domains: string[]
  createdAt: Date
  updatedAt: Date
}

export type NewSsoProvider = Omit<SsoProvider, 'id' | 'createdAt' | 'updatedAt'>

/** The ways to look up a provider. */
export type SsoProviderName =
  | { by: 'id'; value: string }
  | { by: 'resource id'; value: string }
  | { by: 'entity id'; value: string }
  | { by: 'domain'; value: string }
