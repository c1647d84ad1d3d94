/** Prices are in cents. A picture is the path of a drawing on 24 × 24. */
export type Product = {
  id: string
  name: string
  about: string
  category: 'coffee' | 'tools' | 'shoes'
  cents: number
  picture: string
}

export const PRODUCTS: Product[] = [
  {
    id: 'beans',
    name: 'House beans',
    about: 'Chocolate, orange peel. 350 g.',
    category: 'coffee',
    cents: 1450,
    picture: 'M12 4c4.5 0 7 3.6 7 8s-2.5 8-7 8-7-3.6-7-8 2.5-8 7-8ZM12 4c-3 3 3 5 0 8s3 5 0 8',
  },
  {
    id: 'mug',
    name: 'Stoneware mug',
    about: 'Keeps 250 ml warm for a while.',
    category: 'tools',
    cents: 1800,
    picture: 'M5 8h11v8a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4ZM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8 5V3M12 5V3',
  },
  {
    id: 'dripper',
    name: 'Pour-over dripper',
    about: 'One cup at a time, three minutes.',
    category: 'tools',
    cents: 2600,
    picture: 'M4 5h16l-5 9H9ZM8 17h8M12 14v3M7 20h10',
  },
  {
    id: 'grinder',
    name: 'Hand grinder',
    about: 'Steel burrs and a good grip.',
    category: 'tools',
    cents: 7900,
    picture: 'M8 9h8l-1 11H9ZM8 9a4 4 0 0 1 8 0M12 5V3h6M18 3v2',
  },
  {
    id: 'clogs',
    name: 'Barista clogs',
    about: 'For a long day behind the counter.',
    category: 'shoes',
    cents: 3500,
    picture: 'M4 17V9c2 3 5 2 7 1 1 4 9 3 9 7ZM4 20h16v-3H4Z',
  },
]

export const productOf = (id: string | null | undefined): Product | undefined =>
  PRODUCTS.find((product) => product.id === id)

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
