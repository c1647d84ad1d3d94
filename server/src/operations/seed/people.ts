const GIVEN_NAMES =
  'Ada Amina Andrzej Anouk Bola Carlos Chiara Chidi Daniel Dina Elif Emeka Esther Farida Femi Fiona Gabriel Grace Hana Hassan Ines Ingrid Isaac Ivana Jamal Jonas Julia Kemi Kofi Lars Leila Lucia Malik Mara Mateo Mei Milan Nadia Ngozi Noah Olu Omar Paula Priya Rafael Rosa Samuel Sara Sven Tariq Thandi Tomas Uche Vera Wale Yara Yusuf Zainab Zoe Zola'.split(
    ' ',
  )
const FAMILY_NAMES =
  'Abebe Adeyemi Almeida Bauer Bello Bianchi Boateng Castro Chen Cohen Costa Diallo Dubois Eze Fernandez Fischer Garcia Haddad Hansen Hoang Ibrahim Ivanov Jansen Johnson Kamau Kaya Khan Kim Kowalska Larsen Lopez Mensah Meyer Moreau Mwangi Nakamura Ndiaye Novak Nwosu Obi Okafor Okoro Olsen Osei Patel Pereira Popescu Reyes Rossi Sato Schmidt Silva Singh Suleiman Tanaka Traore Usman Vargas Weber'.split(
    ' ',
  )

const CITIES = ['Lagos', 'Abuja', 'Ibadan', 'Port Harcourt', 'Enugu', 'Kano', 'Jos']

type Person = {
  externalId: string
  fullname: string
  tag: string
  email: string
  phone: string
  dateOfBirth: string
}

/** A person by number; two numbers below 3,500 are two people. */
export function personAt(index: number): Person {
  const givenName = GIVEN_NAMES[(index * 7) % GIVEN_NAMES.length] as string
  const family = FAMILY_NAMES[(index * 11 + 3) % FAMILY_NAMES.length] as string
  const tag = `${givenName}.${family}`.toLowerCase()
  return {
    externalId: `cust-${4_000 + index}`,
    fullname: `${givenName} ${family}`,
    tag,
    email: `${tag}@mail.example`,
    phone: String(8_010_000_000 + index * 7_919),
    dateOfBirth: `${1960 + ((index * 13) % 45)}-0${1 + (index % 9)}-1${index % 10}`,
  }
}

/** What a partner says about a person; of some, nothing. */
export function attributesOf(index: number): { city?: string; tier?: string } {
  if (index % 4 === 3) return {}
  const city = CITIES[(index * 5) % CITIES.length] as string
  return { city, tier: index % 5 === 0 ? 'silver' : 'bronze' }
}
