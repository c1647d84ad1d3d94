/** Whether two addresses are the same to the service, which ignores the case of the letters A to Z alone. */
export const isSameEmail = (one: string, other: string): boolean => keyOf(one) === keyOf(other)

const keyOf = (email: string) => email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
