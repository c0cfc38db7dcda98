import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifierKeyText } from '../../../src/core/log/checkpoint.ts';
import { cosignatureLine, cosignedBytes, cosignerKeyText } from '../../../src/core/log/cosignature.ts';
import { leafHash, nodeHash } from '../../../src/core/log/merkle-tree.ts';
import {
  consistencyProof,
  inclusionProof,
  type RangeRoot,
  splitPoint,
} from '../../../src/core/log/proofs.ts';
import { newSigner, sha256 } from '../../support/log-crypto.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { TestLog } from '../witness/witness-support.ts';

const hasGo = spawnSync('go', ['version']).status === 0;
const WITHOUT_GO = hasGo ? '' : ' (skipped: Go is not installed)';
const SIZES = [13, 300] as const;

let folder: string;
beforeAll(() => (folder = makeTemporaryFolder()));
afterAll(() => removeTemporaryFolder(folder));

/** Reads notes, growth and inclusion with the packages of the Go project alone, and prints what it found. */
const PROGRAM = `package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"crypto/ed25519"
	"fmt"
	"os"
	"strings"

	"interop/note"
	"interop/tlog"
)

type given struct {
	Notes     []string
	Key       string
	Leaf      string
	Index     int64
	Inclusion []string
	Growth    []string
	Witness   string
}

// A verifier of cosignature/v1, which the package leaves to its callers.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	text := fmt.Sprintf("cosignature/v1\\ntime %d\\n%s", binary.BigEndian.Uint64(sig[:8]), msg)
	return ed25519.Verify(w.key, []byte(text), sig[8:])
}

func must(err error) {
	if err != nil {
		fmt.Println("wrong:", err)
		os.Exit(1)
	}
}

func hashes(texts []string) []tlog.Hash {
	var out []tlog.Hash
	for _, text := range texts {
		raw, err := base64.StdEncoding.DecodeString(text)
		must(err)
		var hash tlog.Hash
		copy(hash[:], raw)
		out = append(out, hash)
	}
	return out
}

func main() {
	var g given
	must(json.NewDecoder(os.Stdin).Decode(&g))
	verifier, err := note.NewVerifier(g.Key)
	must(err)
	parts := strings.SplitN(g.Witness, "+", 3)
	var id uint32
	_, err = fmt.Sscanf(parts[1], "%08x", &id)
	must(err)
	raw, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	second := witness{parts[0], id, ed25519.PublicKey(raw[1:])}
	var trees []tlog.Tree
	for _, text := range g.Notes {
		opened, err := note.Open([]byte(text), note.VerifierList(verifier, second))
		must(err)
		if len(opened.Sigs) != 2 {
			must(fmt.Errorf("%d signatures", len(opened.Sigs)))
		}
		lines := strings.SplitN(opened.Text, "\\n", 4)
		var size int64
		_, err = fmt.Sscanf(lines[1], "%d", &size)
		must(err)
		trees = append(trees, tlog.Tree{N: size, Hash: hashes([]string{lines[2]})[0]})
	}
	must(tlog.CheckTree(hashes(g.Growth), trees[1].N, trees[1].Hash, trees[0].N, trees[0].Hash))
	must(tlog.CheckRecord(hashes(g.Inclusion), trees[1].N, trees[1].Hash, g.Index, tlog.RecordHash([]byte(g.Leaf))))
	fmt.Println("holds", trees[0].N, trees[1].N)
}
`;

test.skipIf(!hasGo)(
  `sumdb/note and tlog of Go verify checkpoints, cosignatures, growth and a proof of ours${WITHOUT_GO}`,
  async () => {
    const log = new TestLog().grow(SIZES[1]);
    const leaves = Array.from({ length: SIZES[1] }, (_, at) => leafHash(sha256, Buffer.from(`leaf ${at}`)));
    const rangeRoot: RangeRoot = async (from, to) => {
      if (to - from === 1) return leaves[from] as Uint8Array;
      const split = from + splitPoint(to - from);
      return nodeHash(sha256, await rangeRoot(from, split), await rangeRoot(split, to));
    };
    const signer = newSigner();
    const witness = { name: 'w.example.com', publicKey: signer.publicKey };
    const notes = SIZES.map((size) => {
      const note = log.checkpoint(size);
      const text = note.slice(0, note.indexOf('\n\n') + 1);
      return (
        note +
        cosignatureLine(sha256, witness, 1_700_000_000, signer.sign(cosignedBytes(text, 1_700_000_000)))
      );
    });
    const base64 = (hashes: readonly Uint8Array[]) =>
      hashes.map((hash) => Buffer.from(hash).toString('base64'));
    const given = {
      Notes: notes,
      Key: verifierKeyText(sha256, log.key),
      Leaf: 'leaf 7',
      Index: 7,
      Inclusion: base64(await inclusionProof(7, SIZES[1], rangeRoot)),
      Growth: base64(await consistencyProof(SIZES[0], SIZES[1], rangeRoot)),
      Witness: cosignerKeyText(sha256, witness),
    };
    const program = path.join(folder, 'interop');
    // The packages as Go's own command has them: nothing is fetched.
    const root = String(execFileSync('go', ['env', 'GOROOT'])).trim();
    for (const name of ['note', 'tlog'])
      cpSync(path.join(root, 'src/cmd/vendor/golang.org/x/mod/sumdb', name), path.join(program, name), {
        recursive: true,
      });
    // Older ones name the package by which ed25519 came before it was one of the language's own.
    const note = path.join(program, 'note/note.go');
    writeFileSync(note, readFileSync(note, 'utf8').replace('golang.org/x/crypto/ed25519', 'crypto/ed25519'));
    writeFileSync(path.join(program, 'main.go'), PROGRAM);
    writeFileSync(path.join(program, 'go.mod'), 'module interop\n\ngo 1.18\n');
    const said = execFileSync('go', ['run', '.'], { cwd: program, input: JSON.stringify(given) });
    expect(String(said).trim()).toBe(`holds ${SIZES[0]} ${SIZES[1]}`);
  },
);
