import './card.css';

/** Line drawings on a 16 px grid; those with a larger one name it. */
const DRAWINGS = {
  sun: 'M8 5.25a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.05 1.05M11.55 11.55l1.05 1.05M3.4 12.6l1.05-1.05M11.55 4.45l1.05-1.05',
  moon: 'M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1Z',
  chevron: 'm4 6 4 4 4-4',
  eye: 'M1.5 8S3.9 3.75 8 3.75 14.5 8 14.5 8 12.1 12.25 8 12.25 1.5 8 1.5 8ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  close: 'm4 4 8 8M12 4l-8 8',
  out: 'M5 11 11 5M5.75 5H11v5.25',
  retry: 'M13.25 8a5.25 5.25 0 1 1-1.6-3.75M13.5 1.75v3h-3',
  phone:
    'M6 1.5h4c.97 0 1.75.78 1.75 1.75v9.5c0 .97-.78 1.75-1.75 1.75H6c-.97 0-1.75-.78-1.75-1.75v-9.5c0-.97.78-1.75 1.75-1.75ZM7.25 12.25h1.5',
  broker: 'M2.25 13.5h11.5M3.75 13.5V7M6.6 13.5V7M9.4 13.5V7M12.25 13.5V7M2.25 5.75 8 2.25l5.75 3.5Z',
  play: 'M3.75 3h8.5a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-8.5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM6.75 6v4l3.25-2Z',
  chat: 'M2 4.5A1.75 1.75 0 0 1 3.75 2.75h8.5A1.75 1.75 0 0 1 14 4.5v5a1.75 1.75 0 0 1-1.75 1.75H7.5L4.25 13.75v-2.5h-.5A1.75 1.75 0 0 1 2 9.5Z',
  menu: 'M2.5 4.25h11M2.5 8h11M2.5 11.75h11',
  help: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6M6.2 6.5a1.85 1.85 0 1 1 2.6 1.7c-.5.25-.8.6-.8 1.1M8 11.5v.08',
  info: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6M8 7.4v4M8 4.8v.08',
  bell: 'M4.5 7a3.5 3.5 0 0 1 7 0c0 3 1.25 4 1.25 4h-9.5S4.5 10 4.5 7M6.6 13.4a1.5 1.5 0 0 0 2.8 0',
  alert: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6M8 4.6v4M8 11.12v.08',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** A drawing beside a text with the same meaning, hidden from assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon icon--${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
