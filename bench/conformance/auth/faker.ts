import { randomBytes, randomInt } from 'node:crypto'

const letters = (length: number) => randomBytes(length).toString('hex').slice(0, length)

/** The parts of the package of this name that the suite uses: people, passwords and made-up addresses. */
export const faker = {
  internet: {
    email: () => `person-${letters(12)}@example.com`,
    password: () => letters(15),
    domainName: () => `${letters(8)}.example.com`,
  },
  image: {
    avatarGitHub: () => `https://avatars.githubusercontent.com/u/${randomInt(1_000_000)}.png`,
    url: () => `https://pictures.example.com/${letters(8)}.png`,
  },
  string: { alphanumeric: letters },
}
