import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AboutUs } from './about-us.tsx';

it('names the operator and shows the four ways to reach it, none of which hands on where the reader came from', () => {
  render(
    <AboutUs
      brand={{ name: 'Fivepips' }}
      contact={{
        phone: '+1 (202) 555-0143',
        brokerUrl: 'https://example.com/broker',
        videosUrl: 'https://example.com/videos',
        communityUrl: 'https://example.com/community',
      }}
    />,
  );
  const about = within(screen.getByRole('region', { name: 'About Us' }));
  expect(about.getByText(/^Fivepips publishes signals/)).toBeDefined();
  expect(about.getByRole('link', { name: '+1 (202) 555-0143' }).getAttribute('href')).toBe(
    'tel:+12025550143',
  );
  const outside = about.getAllByRole('link').slice(1);
  expect(outside.map((link) => link.getAttribute('href'))).toEqual([
    'https://example.com/broker',
    'https://example.com/videos',
    'https://example.com/community',
  ]);
  for (const link of outside) expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});
