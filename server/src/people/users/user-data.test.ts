import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { User } from './user.ts'
import { newUserData } from './user-data.ts'

const ada: User & { email: string } = {
  id: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
  tag: 'ada.1842',
  email: 'ada@mail.example',
  fullname: 'Ada Lovelace',
  phone: null,
  countryCode: null,
  avatar: null,
  gender: null,
  dateOfBirth: null,
  isAdult: false,
  fromPartner: false,
  referrer: null,
  createdAt: new Date('2026-03-01T09:30:00Z'),
}

test('a user without a phone number has an empty one, and one with a number a leading 0', () => {
  const { phone, countryCode } = newUserData(ada)
  assert.deepEqual([phone, countryCode], ['', ''])
  assert.equal(newUserData({ ...ada, phone: '8012345678' }).phone, '08012345678')
})
