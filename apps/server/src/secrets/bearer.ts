/** The token of a header `Authorization: Bearer <token>`; undefined where there is none. Source: RFC 6750 section 2.1 */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
