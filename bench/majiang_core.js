// Uniformly random games of majiang-core, for decisions.py: seconds of processor time come in, [decisions, hands, seconds] go out.
'use strict';
const Majiang = require('@kobalab/majiang-core');

// tenhou.net has no double yakuman; the rest of the package's own rule is as there
const RULE = Majiang.rule({ 'ダブル役満あり': false });
const FROM = ['', '+', '=', '-'];

let decisions = 0, hands = 0, state = 20261130;

// mulberry32: walls and choices from a seed, which Math.random cannot be given
Math.random = () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
};

function choose(menu) {
    if (menu.length > 1) decisions++;
    return menu[Math.floor(Math.random() * menu.length)];
}

class RandomPlayer extends Majiang.Player {
    answer(menu) { this._callback(menu.length ? choose(menu) : {}); }
    offered(seat, tile) { return tile.slice(0, 2) + FROM[(4 + seat - this._menfeng) % 4]; }
    throws() { return this.get_dapai(this.shoupai).map(tile => ({ dapai: tile })); }

    action_kaiju() { this._callback(); }
    action_qipai() { this._callback(); }
    action_hule() { this._callback(); }
    action_pingju() { this._callback(); }
    action_jieju() { this._callback(); }

    action_zimo(draw, replacement) {
        if (draw.l != this._menfeng) return this._callback();
        const hand = this.shoupai, menu = this.throws();
        if (this.allow_hule(hand, null, replacement)) menu.push({ hule: '-' });
        if (this.allow_pingju(hand)) menu.push({ daopai: '-' });
        for (const kan of this.get_gang_mianzi(hand) || []) menu.push({ gang: kan });
        for (const tile of this.allow_lizhi(hand) || []) menu.push({ dapai: tile + '*' });
        this.answer(menu);
    }

    action_dapai(discard) {
        if (discard.l == this._menfeng) return this._callback();
        const hand = this.shoupai, tile = this.offered(discard.l, discard.p), menu = [];
        if (this.allow_hule(hand, tile)) menu.push({ hule: '-' });
        for (const sets of [this.get_gang_mianzi(hand, tile), this.get_peng_mianzi(hand, tile),
                            this.get_chi_mianzi(hand, tile)]) {
            for (const set of sets || []) menu.push({ fulou: set });
        }
        if (menu.length) menu.push({});
        this.answer(menu);
    }

    action_fulou(call) {
        const kan = /^[mpsz]\d{4}/.test(call.m.replace(/[+=-]/g, ''));
        if (call.l != this._menfeng || kan) return this._callback();
        this.answer(this.throws());
    }

    action_gang(kan) {
        if (kan.l == this._menfeng || /^[mpsz]\d{4}$/.test(kan.m)) return this._callback();
        const tile = this.offered(kan.l, kan.m[0] + kan.m.slice(-1));
        this.answer(this.allow_hule(this.shoupai, tile, true) ? [{ hule: '-' }, {}] : []);
    }
}

require('readline').createInterface({ input: process.stdin }).on('line', line => {
    decisions = hands = 0;
    const begun = process.cpuUsage();
    let seconds = 0;
    while (seconds < +line) {
        const players = [0, 1, 2, 3].map(() => new RandomPlayer());
        new Majiang.Game(players, record => { hands += record.log.length; }, RULE).do_sync();
        const spent = process.cpuUsage(begun);
        seconds = (spent.user + spent.system) / 1e6;
    }
    console.log(JSON.stringify([decisions, hands, seconds]));
});
