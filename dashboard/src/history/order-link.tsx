import './history.css'
import { Link } from '@tanstack/react-router'

/** The number of an order as a chip, which leads to everything about it. */
export function OrderLink({ reference }: { reference: string }) {
  return (
    <Link
      to="/history/orders/$reference"
      params={{ reference }}
      className="order-chip cut"
      aria-label={`Order ${reference}`}
    >
      <bdi>{reference}</bdi>
    </Link>
  )
}
